package loomwatch.server.handicap;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/** Applies handicaps to every workload; a server without any has no such filter. */
public final class HandicapFilter implements Filter {
  private final List<Handicap> handicaps;

  public HandicapFilter(List<Handicap> handicaps) {
    this.handicaps = List.copyOf(handicaps);
  }

  @Override
  public void init(FilterConfig config) {
    handicaps.forEach(Handicap::prepare);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      for (Handicap handicap : handicaps) {
        handicap.apply();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is stopping");
    }
    chain.doFilter(request, response);
  }
}

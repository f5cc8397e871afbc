package loomwatch.server.fault;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;

/** Applies faults to every request; a server without faults has no such filter. */
public final class FaultFilter implements Filter {
  private final List<InjectedFault> faults;

  public FaultFilter(List<InjectedFault> faults) {
    this.faults = List.copyOf(faults);
  }

  @Override
  public void init(FilterConfig config) {
    faults.forEach(InjectedFault::prepare);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      for (InjectedFault fault : faults) {
        fault.apply();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is stopping");
    }
    chain.doFilter(request, response);
  }
}

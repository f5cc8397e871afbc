package shop;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Keeps crawlers away and adds what every answer has. */
@WebFilter("/*")
public final class VisitFilter extends HttpFilter {
  private static final long serialVersionUID = 1;
  private static final List<Pattern> UNWANTED =
      List.of(Pattern.compile("scrap(er|y)"), Pattern.compile("\\bbot\\b"));

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isUnwanted(request.getHeader("User-Agent"))) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN);
      return;
    }
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "same-origin");
    chain.doFilter(request, response);
  }

  private static boolean isUnwanted(String agent) {
    String lower = agent == null ? "" : agent.toLowerCase(Locale.ROOT);
    return UNWANTED.stream().anyMatch(pattern -> pattern.matcher(lower).find());
  }
}

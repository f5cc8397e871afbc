package shop;

import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The baskets of all visitors who have not paid yet, which {@link OwnerServlet} counts. */
@WebListener
public final class OpenBaskets implements HttpSessionListener {
  static final String BASKET = "basket";

  private static final Map<String, Basket> OPEN = new ConcurrentHashMap<>();

  @Override
  public void sessionCreated(HttpSessionEvent event) {
    Basket basket = new Basket();
    event.getSession().setAttribute(BASKET, basket);
    OPEN.put(event.getSession().getId(), basket);
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent event) {
    OPEN.remove(event.getSession().getId());
  }

  static int count() {
    return OPEN.size();
  }
}

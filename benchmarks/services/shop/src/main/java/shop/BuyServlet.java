package shop;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Optional;

/** Buys an item at once: into the basket, paid, and the session ends. */
@WebServlet("/buy")
public final class BuyServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Optional<Item> item = Item.of(request.getParameter("item"));
    if (item.isEmpty()) {
      response.sendError(HttpServletResponse.SC_BAD_REQUEST, "no such item");
      return;
    }
    HttpSession session = request.getSession();
    Basket basket = (Basket) session.getAttribute(OpenBaskets.BASKET);
    basket.add(item.get());
    request.setAttribute("item", item.get());
    request.setAttribute("count", basket.size());
    session.invalidate();
    request.getRequestDispatcher("/WEB-INF/pages/thanks.jsp").forward(request, response);
  }
}

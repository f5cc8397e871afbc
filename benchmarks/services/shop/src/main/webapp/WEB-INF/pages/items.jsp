<%@ page contentType="text/html; charset=UTF-8" session="false" import="java.util.List, shop.Item" %>
<!DOCTYPE html>
<html lang="en">
<head><title>Teapots</title></head>
<body>
<h1>Teapots</h1>
<ul>
<% for (Item item : (List<Item>) request.getAttribute("items")) { %>
  <li><form method="post" action="buy">
    <%= item.name() %>, <%= item.price() %>
    <button name="item" value="<%= item.id() %>">Buy</button>
  </form></li>
<% } %>
</ul>
</body>
</html>

<%@ page contentType="text/html; charset=UTF-8" session="false" %>
<!DOCTYPE html>
<html lang="en">
<head><title>Thank you</title></head>
<body>
<p>Thank you for ${count} of ${item.name}, ${item.price} each.</p>
<p><a href="items">More teapots</a></p>
</body>
</html>

package loomwatch.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import loomwatch.judge.verdict.Cause;

/** A fault that services really have, as a commit of one of the three, and what to be named. */
enum ServiceFault {
  N_PLUS_ONE(
      Service.ORDERS, "orders", "orders.OrderService.ofCustomer", "orders.OrderService.view"),
  /** Threads wait for a connection where one is taken, which is no code of the service. */
  SMALL_POOL(Service.ORDERS, "delivery", "orders.Warehouse.daysToDeliver", "com.zaxxer.hikari."),
  START_UP_SCAN(Service.ORDERS, "orders", "orders.OrderCheck.run"),
  LOST_CACHE(Service.CATALOG, "browse", "catalog.Prices.", "catalog.PriceClient."),
  HOT_LOCK(Service.CATALOG, "browse", "catalog.PriceClient.stock"),
  /** What is written needlessly costs where it is written. */
  WHOLE_ARTICLES(
      Service.CATALOG, "browse", "catalog.CatalogController.summary", "com.fasterxml.jackson."),
  NO_KEEP_ALIVE(Service.CATALOG, "browse", "catalog.PriceClient.get", "catalog.PriceClient.client"),
  SLOW_FILTER(
      Service.SHOP, "visit", "shop.VisitFilter.isUnwanted", "shop.VisitFilter.lambda$isUnwanted"),
  /** A leak is named where what stays was made. */
  SESSION_LEAK(Service.SHOP, "visit", "shop.OpenBaskets.", "shop.Basket."),
  CHATTY_LOGGING(Service.SHOP, "visit", "shop.VisitFilter.logVisit");

  /** Folder of the services, and of the faults' patches, in the checkout. */
  static final Path FOLDER = Path.of("benchmarks", "services");

  private final Service service;
  private final String scenario;
  private final List<String> places;

  /** Takes methods as in {@code causes.json}, and classes and packages by their final dot. */
  ServiceFault(Service service, String scenario, String... places) {
    this.service = service;
    this.scenario = scenario;
    this.places = List.of(places);
  }

  /** A service with what services have; its project is the folder of that name. */
  enum Service {
    ORDERS,
    CATALOG,
    SHOP;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    Path project(Path root) {
      return root.resolve(FOLDER).resolve(label());
    }
  }

  Service service() {
    return service;
  }

  /** Returns the scenario that the fault is in the way of. */
  String scenario() {
    return scenario;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String patch(Path root) throws IOException {
    return Files.readString(root.resolve(FOLDER).resolve("faults").resolve(label() + ".patch"));
  }

  /** Returns whether a cause names the fault, and not what is near it or follows from it. */
  boolean isAt(Cause cause) {
    return places.stream()
        .anyMatch(place ->
            place.endsWith(".") ? cause.method().startsWith(place) : cause.method().equals(place));
  }
}

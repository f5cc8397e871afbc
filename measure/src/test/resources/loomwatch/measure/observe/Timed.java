import java.util.concurrent.locks.LockSupport;

/** Calls its methods without end, from the moment it says so. */
public class Timed {
  static class Cart {
    long total(int millis) {
      LockSupport.parkNanos(millis * 1_000_000L);
      return add(millis, 1) + add(1, millis);
    }

    long total(String text) {
      return text.length();
    }

    long add(int one, int other) {
      if (one < 0) {
        throw new IllegalStateException();
      }
      return one + other;
    }
  }

  public static void main(String[] arguments) {
    Cart cart = new Cart();
    System.out.println("up");
    for (long sum = 0; sum >= 0; sum += cart.total(2)) {
      try {
        cart.add(-1, 0);
      } catch (IllegalStateException expected) {
        sum++;
      }
    }
  }
}

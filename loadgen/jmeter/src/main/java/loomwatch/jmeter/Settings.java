package loomwatch.jmeter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;
import java.util.Map;
import org.apache.jmeter.util.JMeterUtils;
import us.abstracta.jmeter.javadsl.core.engines.JmeterEnvironment;

/** JMeter's properties, alike where the load is made and where it is asked for. */
final class Settings {
  static final Map<String, String> ALL =
      Map.of(
          // A user keeps its connection, as the connections of the other engines do.
          "httpclient.reset_state_on_thread_group_iteration", "false",
          // JMeter's own encryption needs a key store on every machine, made by hand.
          "server.rmi.ssl.disable", "true",
          "mode", "StrippedBatch",
          "summariser.out", "false",
          "summariser.log", "false");

  private Settings() {}

  /**
   * Must come before JMeter's other classes are loaded: some read their properties only then. Ports
   * are opened at the address that {@code java.rmi.server.hostname} names, where JMeter alone would
   * open them at all.
   */
  static void apply() throws IOException {
    RMISocketFactory.setSocketFactory(
        new AtAddress(InetAddress.getByName(System.getProperty("java.rmi.server.hostname"))));
    JmeterEnvironment unused = new JmeterEnvironment();
    JMeterUtils.getJMeterProperties().putAll(ALL);
  }

  /** Sockets of one address of this machine. */
  private static final class AtAddress extends RMISocketFactory {
    private final InetAddress address;

    AtAddress(InetAddress address) {
      this.address = address;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return new Socket(host, port);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      return new ServerSocket(port, 0, address);
    }
  }
}

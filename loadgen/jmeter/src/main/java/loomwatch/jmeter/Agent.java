package loomwatch.jmeter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;
import java.util.Map;
import org.apache.jmeter.engine.RemoteJMeterEngineImpl;
import org.apache.jmeter.util.JMeterUtils;
import us.abstracta.jmeter.javadsl.core.engines.JmeterEnvironment;

/**
 * A remote generator of JMeter. Whoever reaches its port can have it run anything: its address must be
 * one of a network that only the machines under test are in.
 */
public final class Agent {
  /** JMeter's properties, alike where the load is made and where it is asked for. */
  static final Map<String, String> SETTINGS =
      Map.of(
          // A user keeps its connection, as the connections of the other generators do.
          "httpclient.reset_state_on_thread_group_iteration", "false",
          // JMeter's own encryption needs a key store on every machine, made by hand.
          "server.rmi.ssl.disable", "true",
          "mode", "StrippedBatch",
          "summariser.out", "false",
          "summariser.log", "false");

  private Agent() {}

  /** Takes the port; the address is in the system property {@code java.rmi.server.hostname}. */
  public static void main(String[] args) throws Exception {
    applySettings();
    int port = Integer.parseInt(args[0]);
    JMeterUtils.setProperty("server.rmi.port", args[0]);
    RemoteJMeterEngineImpl.startServer(port);
    System.out.println("ready");
  }

  /**
   * Must come before JMeter's other classes are loaded: some read their properties only then. Ports
   * are opened at the address that {@code java.rmi.server.hostname} names, where JMeter alone would
   * open them at all.
   */
  static void applySettings() throws IOException {
    InetAddress address = InetAddress.getByName(System.getProperty("java.rmi.server.hostname"));
    RMISocketFactory.setSocketFactory(
        new RMISocketFactory() {
          @Override
          public Socket createSocket(String host, int port) throws IOException {
            return new Socket(host, port);
          }

          @Override
          public ServerSocket createServerSocket(int port) throws IOException {
            return new ServerSocket(port, 0, address);
          }
        });
    JmeterEnvironment unused = new JmeterEnvironment();
    JMeterUtils.getJMeterProperties().putAll(SETTINGS);
  }
}

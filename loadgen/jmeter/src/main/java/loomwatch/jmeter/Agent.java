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
 * A remote JMeter agent. Its port accepts arbitrary code, so it must be bound to an address of a
 * network that only the machines under test share.
 */
public final class Agent {
  /** JMeter properties, used by agents and the controlling JVM. */
  static final Map<String, String> SETTINGS =
      Map.of(
          // Users keep their connections, as with the other generators.
          "httpclient.reset_state_on_thread_group_iteration", "false",
          // Encryption in JMeter needs a manually created key store on every machine.
          "server.rmi.ssl.disable", "true",
          "mode", "StrippedBatch",
          "summariser.out", "false",
          "summariser.log", "false");

  private Agent() {}

  /** Starts the agent on the given port, at the address {@code java.rmi.server.hostname}. */
  public static void main(String[] args) throws Exception {
    applySettings();
    int port = Integer.parseInt(args[0]);
    JMeterUtils.setProperty("server.rmi.port", args[0]);
    RemoteJMeterEngineImpl.startServer(port);
    System.out.println("ready");
  }

  /**
   * Initialises JMeter. This must happen before other classes of JMeter are loaded, because some
   * read properties only then. Ports are bound to the address {@code java.rmi.server.hostname},
   * where JMeter would bind to all.
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

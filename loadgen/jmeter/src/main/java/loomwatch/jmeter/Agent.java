package loomwatch.jmeter;

import org.apache.jmeter.engine.RemoteJMeterEngineImpl;
import org.apache.jmeter.util.JMeterUtils;

/**
 * A remote engine of JMeter. Whoever reaches its port can have it run anything: its address must be
 * one of a network that only the machines under test are in.
 */
public final class Agent {
  private Agent() {}

  /** Takes the port; the address is in the system property {@code java.rmi.server.hostname}. */
  public static void main(String[] args) throws Exception {
    Settings.apply();
    int port = Integer.parseInt(args[0]);
    JMeterUtils.setProperty("server.rmi.port", args[0]);
    RemoteJMeterEngineImpl.startServer(port);
    System.out.println("ready");
  }
}

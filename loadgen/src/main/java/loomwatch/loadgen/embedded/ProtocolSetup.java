package loomwatch.loadgen.embedded;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.concurrent.Promise;
import java.net.URI;
import java.security.cert.CertificateException;
import java.util.Objects;
import javax.net.ssl.SSLException;
import loomwatch.loadgen.LoadPlan;
import loomwatch.results.Scenario.Protocol;
import org.jspecify.annotations.Nullable;

/** Sets up connections for the plan's protocol. */
final class ProtocolSetup {
  private final Protocol protocol;
  private final URI target;
  private final @Nullable SslContext tls;

  ProtocolSetup(LoadPlan plan) {
    this.protocol = plan.connectionSpec().protocol();
    this.target = plan.target();
    this.tls = protocol.secure() ? tls(plan) : null;
  }

  private static SslContext tls(LoadPlan plan) {
    // The JDK's TLS is fast only when compiled by C2, which the generator does not use.
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK);
    switch (plan.connectionSpec().certificates()) {
      case TRUSTED -> {}
      case ANY ->
          builder
              .trustManager(InsecureTrustManagerFactory.INSTANCE)
              .endpointIdentificationAlgorithm(null);
    }
    if (plan.connectionSpec().protocol().second()) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              ApplicationProtocolNames.HTTP_2));
    }
    try {
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalStateException("this JDK has no TLS: " + e.getMessage(), e);
    }
  }

  /** Returns the target's port, by default the protocol's. */
  int port() {
    return target.getPort() >= 0 ? target.getPort() : protocol.secure() ? 443 : 80;
  }

  void addHandlers(Channel channel, Connection.Lifecycle lifecycle) {
    ChannelPipeline pipeline = channel.pipeline();
    if (tls != null) {
      pipeline.addLast(tls.newHandler(channel.alloc(), target.getHost(), port()));
    }
    if (protocol.second()) {
      Http2Connection.addTo(pipeline, lifecycle);
    } else {
      pipeline.addLast(new Http1Connection(lifecycle));
    }
  }

  /**
   * Completes the opening after the connect: HTTP/2 opens at its settings frame, HTTP/1.1 at once
   * or after the TLS handshake.
   */
  void connected(Channel channel, Promise<Connection> open) {
    if (tls == null) {
      if (!protocol.second()) {
        open.trySuccess(connection(channel));
      }
      return;
    }
    SslHandler handler = Objects.requireNonNull(channel.pipeline().get(SslHandler.class));
    handler
        .handshakeFuture()
        .addListener(shaken -> {
          if (!shaken.isSuccess()) {
            open.tryFailure(new SSLException(refusal(shaken.cause()), shaken.cause()));
          } else if (!protocol.second()) {
            open.trySuccess(connection(channel));
          } else if (!ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol())) {
            open.tryFailure(
                new SSLException(
                    "the server does not speak HTTP/2 over TLS (ALPN); enable it there, or write"
                        + " protocol: https"));
          }
        });
  }

  /** Describes a TLS failure by its root cause, where native TLS reports it. */
  private static String refusal(@Nullable Throwable failure) {
    Throwable last = failure;
    boolean certificate = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      last = cause;
      certificate |= cause instanceof CertificateException;
    }
    return "TLS failed: "
        + Connection.Lifecycle.reason(last)
        + (certificate ? "; write certificate: any if it is the service's own" : "");
  }

  private static Connection connection(Channel channel) {
    return Objects.requireNonNull(channel.pipeline().get(Http1Connection.class));
  }

  /** Describes a server that accepts a connection but never opens it. */
  String unopened() {
    return switch (protocol) {
      case HTTP -> "the server closed the connection";
      case HTTPS -> "the server does not speak TLS; enable it there, or write protocol: http";
      case H2C ->
          "the server does not speak HTTP/2 from the first byte on; enable it there, or write"
              + " protocol: http";
      case H2 -> "the server does not speak HTTP/2; enable it there, or write protocol: https";
    };
  }
}

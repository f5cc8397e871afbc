# Loomwatch itself, for macOS and other CIs. The context is a release's archive, which holds this file as loomwatch/Dockerfile:
#   docker build -t loomwatch -f loomwatch/Dockerfile https://github.com/OWNER/loomwatch/releases/latest/download/loomwatch.tar.gz
#   docker run --rm -v "$PWD:/repo" loomwatch compare --base HEAD~1 --head HEAD
# docs/reference.md says more.

# Pinned: the tag is for people, the digest decides.
ARG JDK=eclipse-temurin:25.0.4.1_1-jdk-noble@sha256:589ff4cc3f71aab462e7048a47a0d10edf57fbccde3fceea2281e610bf5880b4
FROM ${JDK}

# What builds of Java services take; the second JDK is for those that name it. Wrappers (./mvnw, ./gradlew) fetch the rest.
ARG PACKAGES="git maven openjdk-21-jdk-headless unzip"
RUN if [ -n "$PACKAGES" ]; then \
      apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $PACKAGES \
      && rm -rf /var/lib/apt/lists/*; \
    fi

COPY loomwatch/ /opt/loomwatch/

# Whoever owns the mounted folder owns what is written: neither root nor a user whom the image knows. The home is a volume
# for those who want to keep downloads, and of the installation only the demo's figures are written.
RUN git config --system --add safe.directory '*' \
    && mkdir -p /home/loomwatch /opt/loomwatch/out /repo && chmod 1777 /home/loomwatch /opt/loomwatch/out
ENV HOME=/home/loomwatch
WORKDIR /repo
ENTRYPOINT ["/opt/loomwatch/as-owner"]
CMD ["--help"]

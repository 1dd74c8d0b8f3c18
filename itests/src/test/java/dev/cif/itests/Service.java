package dev.cif.itests;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** A container with one service. Its name in the network is the service's. */
final class Service extends GenericContainer<Service> {
  /** By which bin/test.d/containers_test.sh finds what a killed test has left. */
  static final String LABEL = "dev.cif.itests";

  private static final String IMAGE = "cif-itests";

  private final String service;

  Service(Network network, String service) {
    super(IMAGE);
    this.service = service;
    withNetwork(network);
    withNetworkAliases(service);
    waitingFor(new NoWaiting());
    withLabel(LABEL, service);
    withCreateContainerCmdModifier(command -> command.withHostName(service));
  }

  /** The port of this machine that leads to one of the container; another one after a restart. */
  int port(int inside) {
    InspectContainerResponse now = getCurrentContainerInfo();
    Ports.Binding[] bindings =
        now.getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(inside));
    if (bindings == null || bindings.length == 0) {
      throw new IllegalStateException(service + " does not run: port " + inside + " is closed");
    }
    return Integer.parseInt(bindings[0].getHostPortSpec());
  }

  /** Its address in the network. */
  String address() {
    return getCurrentContainerInfo().getNetworkSettings().getNetworks().values().stream()
        .findFirst()
        .orElseThrow()
        .getIpAddress();
  }

  /** Ends the service as a crash does. Its files stay. */
  void kill() {
    docker().killContainerCmd(getContainerId()).exec();
  }

  /** Runs a command beside the service, and returns what it prints. */
  String run(String... command) throws IOException, InterruptedException {
    ExecResult result = execInContainer(command);
    if (result.getExitCode() != 0) {
      throw new IOException(String.join(" ", command) + " on " + service + ": " + result);
    }
    return result.getStdout();
  }

  /** Starts what {@link #kill} has ended. */
  void startAgain() {
    docker().startContainerCmd(getContainerId()).exec();
  }

  /** No waiting: clients find out if a service is there. */
  private static final class NoWaiting extends AbstractWaitStrategy {
    @Override
    protected void waitUntilReady() {}
  }

  private static DockerClient docker() {
    return DockerClientFactory.instance().client();
  }
}

package loomwatch.tell.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import loomwatch.results.Launch.Arm;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * The stacks of base and head as one tree, each node with what a request of either spends there.
 */
final class StackTree {
  private final Node root = new Node("");

  /** A frame below its callers. */
  static final class Node {
    private final String name;
    private final Map<String, Node> children = new TreeMap<>();
    private double base;
    private double head;

    private Node(String name) {
      this.name = name;
    }

    String name() {
      return name;
    }

    double base() {
      return base;
    }

    double head() {
      return head;
    }

    private double size() {
      return Math.max(base, head);
    }
  }

  /**
   * A node in a list of all.
   *
   * @param parent its place in the list; −1 of the root
   * @param node itself
   */
  record Placed(int parent, Node node) {}

  /** Of launches of one scenario and mode: means over the launches of each arm. */
  static StackTree of(List<LaunchStacks> launches, Resource resource) {
    StackTree tree = new StackTree();
    List<LaunchStacks> known =
        launches.stream().filter(launch -> launch.shares(resource) > 0).toList();
    long bases = known.stream().filter(launch -> launch.arm() == Arm.BASE).count();
    long heads = known.size() - bases;
    for (LaunchStacks launch : known) {
      double of = launch.shares(resource) * (double) (launch.arm() == Arm.BASE ? bases : heads);
      launch.of(resource).forEach((stack, amount) -> tree.add(stack, launch.arm(), amount / of));
    }
    return tree;
  }

  private void add(Stack stack, Arm arm, double amount) {
    Node node = root;
    add(node, arm, amount);
    for (Frame frame : stack.frames()) {
      node = node.children.computeIfAbsent(frame.name(), Node::new);
      add(node, arm, amount);
    }
  }

  private static void add(Node node, Arm arm, double amount) {
    if (arm == Arm.BASE) {
      node.base += amount;
    } else {
      node.head += amount;
    }
  }

  /**
   * The largest nodes, each after its parent, the root first. What is left out counts as its
   * caller's own.
   *
   * @param most how many
   */
  List<Placed> largest(int most) {
    record Waiting(int parent, Node node) {}
    PriorityQueue<Waiting> waiting =
        new PriorityQueue<>(
            Comparator.comparingDouble((Waiting each) -> -each.node().size())
                .thenComparingInt(Waiting::parent)
                .thenComparing(each -> each.node().name()));
    waiting.add(new Waiting(-1, root));
    List<Placed> placed = new ArrayList<>();
    while (!waiting.isEmpty() && placed.size() < most) {
      Waiting next = waiting.remove();
      if (next.node().size() <= 0) {
        break;
      }
      int place = placed.size();
      placed.add(new Placed(next.parent(), next.node()));
      next.node().children.values().forEach(child -> waiting.add(new Waiting(place, child)));
    }
    return placed;
  }
}

package loomwatch.reporting.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import loomwatch.judge.cause.CauseReport;
import loomwatch.judge.cause.CauseReport.CauseFindings.Total;
import loomwatch.judge.cause.CauseReport.FrameChange;
import loomwatch.results.Launch.Side;
import loomwatch.results.LaunchStacks;
import loomwatch.results.LaunchStacks.Resource;
import loomwatch.results.Stack;
import loomwatch.results.Stack.Frame;

/**
 * Renders {@code causes.html}: a differential flame graph in one self-contained file. Its content
 * security policy allows its own script and style and no connection. Names of classes and methods
 * are in packed data, and never become markup.
 */
public final class FlamePage {
  /** Maximum number of nodes in all graphs, which bounds the size of the page. */
  static final int MOST_NODES = 16_000;

  private static final int LONGEST_NAME = 200;

  /** Steps per second, fine enough for the three digits that are shown. */
  private static final double SCALE_OF_TIME = 1e11;

  private static final double SCALE_OF_BYTES = 100;

  private static final JsonMapper MAPPER = new JsonMapper();

  private final List<LaunchStacks> launches;
  private final CauseReport explanation;
  private final Map<String, Integer> names = new LinkedHashMap<>();

  private FlamePage(List<LaunchStacks> launches, CauseReport explanation) {
    this.launches = launches;
    this.explanation = explanation;
  }

  public static String render(List<LaunchStacks> launches, CauseReport explanation) {
    return new FlamePage(launches, explanation).page();
  }

  private String page() {
    String script = resource("causes.js");
    String style = resource("causes.css");
    return resource("causes.html")
        .replace("{script-hash}", policySource(script))
        .replace("{style-hash}", policySource(style))
        .replace("{style}", style)
        .replace("{script}", script)
        .replace("{data}", packed(data()));
  }

  private ObjectNode data() {
    ObjectNode data = MAPPER.createObjectNode();
    data.putPOJO("sentences", CauseSentences.of(explanation.causes()));
    ArrayNode views = data.putArray("views");
    List<Total> shown =
        explanation.totals().stream().filter(total -> total.resource().isSpentByCode()).toList();
    for (Total total : shown) {
      view(views.addObject(), total, MOST_NODES / shown.size());
    }
    return data.putPOJO("names", names.keySet());
  }

  private void view(ObjectNode view, Total total, int most) {
    Resource resource = total.resource();
    double scale = resource == Resource.ALLOCATION ? SCALE_OF_BYTES : SCALE_OF_TIME;
    view.put("title", CauseSentences.title(total));
    view.put("per", CauseSentences.per(total));
    view.put("unit", resource == Resource.ALLOCATION ? "B" : "s");
    view.put("scale", scale);
    List<LaunchStacks> these =
        launches.stream()
            .filter(launch ->
                launch.scenario().equals(total.scenario()) && launch.mode() == total.mode())
            .toList();
    ArrayNode parents = view.putArray("parents");
    ArrayNode named = view.putArray("named");
    ArrayNode base = view.putArray("base");
    ArrayNode head = view.putArray("head");
    List<StackTree.Placed> placed = StackTree.of(these, resource).largest(most);
    for (int i = 0; i < placed.size(); i++) {
      // The distance to the parent is a small number, which compresses well.
      parents.add(i - placed.get(i).parent());
      named.add(name(placed.get(i).node().name));
      base.add(Math.round(scale * placed.get(i).node().base));
      head.add(Math.round(scale * placed.get(i).node().head));
    }
    ArrayNode frames = view.putArray("frames");
    explanation.frames().stream()
        .filter(frame ->
            frame.scenario().equals(total.scenario())
                && frame.mode() == total.mode()
                && frame.resource() == resource)
        .forEach(frame -> row(frames.addArray(), frame));
  }

  private void row(ArrayNode row, FrameChange frame) {
    row.add(name(frame.method()));
    for (FrameChange.Moved moved : List.of(frame.self(), frame.total())) {
      row.add((float) moved.base()).add((float) moved.head());
      row.add((float) moved.change().low()).add((float) moved.change().high());
    }
    row.add(frame.changed());
  }

  private int name(String name) {
    String shortened = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "…";
    return names.computeIfAbsent(shortened, none -> names.size());
  }

  private static String packed(ObjectNode data) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater best = new Deflater(Deflater.BEST_COMPRESSION, true);
    try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, best)) {
      out.write(MAPPER.writeValueAsBytes(data));
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: memory takes what is written to it", e);
    } finally {
      best.end();
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(FlamePage.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(name + " must be among the resources, was not", e);
    }
  }

  /** Returns how a content security policy names a script or style within the page. */
  public static String policySource(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return "sha256-"
          + Base64.getEncoder().encodeToString(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("cannot happen: every JDK has SHA-256", e);
    }
  }

  /** The stacks of base and head as one tree; each node has the cost per request in either. */
  static final class StackTree {
    private final Node root = new Node("");

    static final class Node {
      private final String name;
      private final Map<String, Node> children = new TreeMap<>();
      private double base;
      private double head;

      private Node(String name) {
        this.name = name;
      }

      private double size() {
        return Math.max(base, head);
      }
    }

    /** A node in a list; {@code parent} is the index of its parent, −1 for the root. */
    record Placed(int parent, Node node) {}

    /** Returns the tree of one scenario and mode, with means over each variant's launches. */
    static StackTree of(List<LaunchStacks> launches, Resource resource) {
      StackTree tree = new StackTree();
      List<LaunchStacks> known =
          launches.stream().filter(launch -> launch.shares(resource) > 0).toList();
      long bases = known.stream().filter(launch -> launch.variant() == Side.BASE).count();
      long heads = known.size() - bases;
      for (LaunchStacks launch : known) {
        double of =
            launch.shares(resource) * (double) (launch.variant() == Side.BASE ? bases : heads);
        launch
            .of(resource)
            .forEach((stack, amount) -> tree.add(stack, launch.variant(), amount / of));
      }
      return tree;
    }

    private void add(Stack stack, Side variant, double amount) {
      Node node = root;
      add(node, variant, amount);
      for (Frame frame : stack.frames()) {
        node = node.children.computeIfAbsent(frame.name(), Node::new);
        add(node, variant, amount);
      }
    }

    private static void add(Node node, Side variant, double amount) {
      if (variant == Side.BASE) {
        node.base += amount;
      } else {
        node.head += amount;
      }
    }

    /**
     * Returns the largest nodes, each after its parent, the root first. What is omitted counts as
     * its caller's own.
     */
    List<Placed> largest(int most) {
      record Waiting(int parent, Node node) {}
      PriorityQueue<Waiting> waiting =
          new PriorityQueue<>(
              Comparator.comparingDouble((Waiting each) -> -each.node().size())
                  .thenComparingInt(Waiting::parent)
                  .thenComparing(each -> each.node().name));
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
}

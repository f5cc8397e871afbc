package loomwatch.harness.github;

import static loomwatch.harness.github.FakeGitHub.Answer.page;
import static loomwatch.harness.github.FakeGitHub.user;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import loomwatch.harness.github.FakeGitHub.Answer;
import org.jspecify.annotations.Nullable;

/** What is in the repository of a {@link FakeGitHub}: each thing as GitHub's JSON. */
public final class FakeRepository {
  private static final Pattern ROUTE =
      Pattern.compile(
          "(GET|POST|PATCH|DELETE)"
              + " (?:(/check-runs|/issues|/pulls)"
              + "|/check-runs/(?<check>\\d+)"
              + "|/commits/(?<sha>[0-9a-f]{40})/check-runs"
              + "|/commits/(?<commit>[0-9a-f]{40})(?<pulls>/pulls)?"
              + "|/pulls/(?<pull>\\d+)"
              + "|/issues/comments/(?<comment>\\d+)"
              + "|/issues/(?<issue>\\d+)(?:/labels/(?<label>[a-z-]+))?"
              + "|/issues/(?<commented>\\d+)/comments"
              + "|)");

  private final String name;
  private final List<ObjectNode> checks = new ArrayList<>();
  private final Map<Integer, ObjectNode> pulls = new TreeMap<>();
  private final Map<Integer, ObjectNode> issues = new TreeMap<>();
  private final Map<Integer, ObjectNode> comments = new TreeMap<>();
  private final Map<String, List<ObjectNode>> came = new TreeMap<>();
  private int lastId = 100;

  FakeRepository(String name) {
    this.name = name;
  }

  /** What is asked. */
  record Request(
      String method, String path, @Nullable String query, String login, ObjectNode body) {
    String parameter(String parameter, String otherwise) {
      Matcher found =
          Pattern.compile("(?:^|&)" + parameter + "=([^&]*)").matcher(query == null ? "" : query);
      return found.find() ? URLDecoder.decode(found.group(1), StandardCharsets.UTF_8) : otherwise;
    }
  }

  /** Opens a pull request, or moves its head. */
  public synchronized void pull(int number, String headSha) {
    ObjectNode pull = pulls.computeIfAbsent(number, this::newPull);
    pull.putObject("head").put("sha", headSha).put("ref", "topic");
  }

  /** Closes a pull request. */
  public synchronized void closePull(int number) {
    thing(pulls, number).put("state", "closed");
  }

  /** Merges a pull request into main, as these commits: one, or of a rebase several. */
  public synchronized void merge(int number, String... commits) {
    merge("main", number, commits);
  }

  /** The same, into another branch. */
  public synchronized void merge(String branch, int number, String... commits) {
    ObjectNode pull = thing(pulls, number).put("state", "closed");
    pull.put("merged_at", "2026-11-21T12:00:00Z");
    pull.putObject("base").put("ref", branch).putObject("repo").put("full_name", name).put("id", 1);
    for (String commit : commits) {
      came.computeIfAbsent(commit, none -> new ArrayList<>()).add(pull);
    }
  }

  /** Makes a commit known that came by no pull request. */
  public synchronized void commit(String sha) {
    came.putIfAbsent(sha, new ArrayList<>());
  }

  /** A check run of any app. */
  public synchronized ObjectNode check(String app, String sha, String checkName, String title) {
    ObjectNode body = FakeGitHub.JSON.createObjectNode().put("name", checkName);
    body.put("head_sha", sha).put("external_id", "loomwatch").put("status", "completed");
    body.put("conclusion", "success").putObject("output").put("title", title);
    ObjectNode check = newCheck(new Request("POST", "", null, "", body));
    check.putObject("app").put("id", app.hashCode()).put("slug", app);
    return check;
  }

  /** Somebody's comment. */
  public synchronized void comment(int number, String login, String body) {
    newComment(number, login, body);
  }

  /** Somebody's issue. */
  public synchronized ObjectNode issue(String login, String title, String body, String... labels) {
    ObjectNode issue = newIssue(login, title, body);
    for (String label : labels) {
      label(issue, label);
    }
    return issue;
  }

  /** Puts a label on an issue. */
  public synchronized void label(int number, String label) {
    label(thing(issues, number), label);
  }

  /** Closes an issue, as a person does. */
  public synchronized void closeIssue(int number) {
    thing(issues, number).put("state", "closed");
  }

  /** The check runs, in the order made. */
  public synchronized List<JsonNode> checks() {
    return copies(checks);
  }

  /** The comments of a pull request or issue, the oldest first. */
  public synchronized List<JsonNode> comments(int number) {
    return copies(comments.values().stream().filter(c -> c.path("_on").asInt() == number).toList());
  }

  /** The issues by number. */
  public synchronized List<JsonNode> issues() {
    return copies(issues.values());
  }

  private static ObjectNode thing(Map<Integer, ObjectNode> things, int number) {
    ObjectNode thing = things.get(number);
    if (thing == null) {
      throw new IllegalArgumentException("there is no #" + number);
    }
    return thing;
  }

  private static List<JsonNode> copies(Iterable<ObjectNode> nodes) {
    List<JsonNode> copies = new ArrayList<>();
    nodes.forEach(node -> copies.add(node.deepCopy()));
    return copies;
  }

  synchronized ObjectNode state() {
    ObjectNode state = FakeGitHub.JSON.createObjectNode();
    state.putArray("checks").addAll(checks());
    state.putArray("pulls").addAll(copies(pulls.values()));
    state.putArray("issues").addAll(issues());
    state.putArray("comments").addAll(copies(comments.values()));
    return state;
  }

  synchronized Answer answer(Request request) {
    String root = "/repos/" + name;
    String rest = request.path().startsWith(root) ? request.path().substring(root.length()) : "?";
    Matcher route = ROUTE.matcher(request.method() + " " + rest);
    if (!route.matches()) {
      return Answer.error(404, "Not Found");
    }
    if (rest.isEmpty()) {
      return Answer.ok(
          FakeGitHub.JSON
              .createObjectNode()
              .put("id", 1)
              .put("name", name.replaceFirst(".*/", ""))
              .put("full_name", name)
              .put("default_branch", "main")
              .set("owner", user(name.replaceFirst("/.*", ""))));
    }
    return route.group(2) == null ? one(route, request) : many(route.group(2), request);
  }

  private Answer many(String what, Request request) {
    if (request.method().equals("POST")) {
      return switch (what) {
        case "/check-runs" -> created(newCheck(request));
        case "/issues" -> created(newIssue(request));
        default -> Answer.error(404, "Not Found");
      };
    }
    return switch (what) {
      case "/pulls" ->
          page(request, pulls.values().stream().filter(pull -> wanted(pull, request)).toList());
      case "/issues" ->
          page(
              request,
              issues.values().stream()
                  .filter(issue -> wanted(issue, request) && labelled(issue, request))
                  .toList());
      default -> Answer.error(404, "Not Found");
    };
  }

  private Answer one(Matcher route, Request request) {
    if (route.group("sha") != null) {
      List<ObjectNode> found =
          checks.stream()
              .filter(check -> check.path("head_sha").asText().equals(route.group("sha")))
              .filter(
                  check -> check.path("name").asText().equals(request.parameter("check_name", "")))
              .toList();
      ObjectNode body = FakeGitHub.JSON.createObjectNode().put("total_count", found.size());
      found.forEach(body.putArray("check_runs")::add);
      return Answer.ok(body);
    }
    String commit = route.group("commit");
    if (commit != null) {
      List<ObjectNode> by = came.get(commit);
      if (by == null) {
        return Answer.error(422, "No commit found for SHA: " + commit);
      }
      return route.group("pulls") == null
          ? Answer.ok(FakeGitHub.JSON.createObjectNode().put("sha", commit))
          : page(request, by);
    }
    if (route.group("commented") != null) {
      int number = Integer.parseInt(route.group("commented"));
      return request.method().equals("POST")
          ? created(newComment(number, request.login(), request.body().path("body").asText()))
          : page(
              request,
              comments.values().stream().filter(c -> c.path("_on").asInt() == number).toList());
    }
    ObjectNode thing = thing(route);
    if (thing == null) {
      return Answer.error(404, "Not Found");
    }
    String label = route.group("label");
    if (label != null) { // to remove it is all that is ever asked
      return unlabelled(thing, label);
    }
    if (request.method().equals("DELETE")) {
      comments.remove(thing.path("id").asInt());
      return new Answer(204, null, null);
    }
    if (request.method().equals("PATCH")) {
      thing.setAll(request.body());
      if (route.group("check") != null) {
        locate(thing);
      }
    }
    return Answer.ok(thing);
  }

  private @Nullable ObjectNode thing(Matcher route) {
    if (route.group("check") != null) {
      int id = Integer.parseInt(route.group("check"));
      return checks.stream().filter(c -> c.path("id").asInt() == id).findFirst().orElse(null);
    }
    if (route.group("pull") != null) {
      return pulls.get(Integer.parseInt(route.group("pull")));
    }
    return route.group("comment") != null
        ? comments.get(Integer.parseInt(route.group("comment")))
        : issues.get(Integer.parseInt(route.group("issue")));
  }

  private static boolean wanted(ObjectNode thing, Request request) {
    String state = request.parameter("state", "open");
    return state.equals("all") || thing.path("state").asText().equals(state);
  }

  private static boolean labelled(ObjectNode issue, Request request) {
    String label = request.parameter("labels", "");
    return label.isEmpty()
        || issue.path("labels").findValuesAsText("name").stream().anyMatch(label::equals);
  }

  private static Answer created(ObjectNode thing) {
    return new Answer(201, thing, null);
  }

  private ObjectNode newCheck(Request request) {
    ObjectNode check = request.body().deepCopy();
    check.put("id", ++lastId);
    check.putObject("app").put("id", 15368).put("slug", "github-actions"); // a job's
    locate(check);
    checks.add(check);
    return check;
  }

  /** GitHub puts the check's own page in the place of the address that a job's token asked for. */
  private void locate(ObjectNode check) {
    String page = "https://github.com/" + name + "/runs/" + check.path("id").asInt();
    check.put("html_url", page).put("details_url", page);
    if (check.path("output") instanceof ObjectNode output) {
      output.put("annotations_count", output.path("annotations").size());
    }
  }

  private ObjectNode newPull(int number) {
    ObjectNode pull = FakeGitHub.JSON.createObjectNode().put("number", number).put("state", "open");
    pull.put("id", ++lastId);
    pull.put("url", "http://127.0.0.1/repos/" + name + "/pulls/" + number);
    return pull;
  }

  private ObjectNode newComment(int number, String login, String body) {
    ObjectNode comment = FakeGitHub.JSON.createObjectNode().put("id", ++lastId).put("_on", number);
    comment.put("body", body).set("user", user(login));
    comments.put(lastId, comment);
    return comment;
  }

  private ObjectNode newIssue(Request request) {
    ObjectNode issue =
        newIssue(
            request.login(),
            request.body().path("title").asText(),
            request.body().path("body").asText());
    request.body().path("labels").forEach(label -> label(issue, label.asText()));
    return issue;
  }

  private ObjectNode newIssue(String login, String title, String body) {
    int number = issues.size() + 1;
    ObjectNode issue = FakeGitHub.JSON.createObjectNode().put("id", ++lastId).put("number", number);
    issue.put("title", title).put("body", body).put("state", "open").set("user", user(login));
    issue.putArray("labels");
    issues.put(number, issue);
    return issue;
  }

  private static Answer unlabelled(ObjectNode issue, String label) {
    ArrayNode labels = (ArrayNode) issue.path("labels");
    return Answer.ok(labels.removeIf(each -> each.path("name").asText().equals(label)));
  }

  private static void label(ObjectNode issue, String label) {
    ((ArrayNode) issue.path("labels")).addObject().put("name", label);
  }
}

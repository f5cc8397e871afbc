package loomwatch.measure.variants;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import loomwatch.results.files.Sha256;

/**
 * A class file (JVMS 4). Its hash leaves out what changes though the code does not: the version,
 * which a newer compiler raises, and what only debuggers read, as an added comment moves lines and
 * local variables are renamed.
 */
final class ClassFile {
  /** Magic and version. */
  private static final int HEADER_BYTES = 8;

  private static final String LINES = "LineNumberTable";

  private static final Set<String> OF_DEBUGGERS =
      Set.of(LINES, "LocalVariableTable", "LocalVariableTypeTable");

  private final Map<Integer, String> texts = new TreeMap<>();

  /** Texts to which code, members or attributes refer. */
  private final Set<Integer> used = new HashSet<>();

  /** Names and types of local variables. */
  private final Set<Integer> ofLocals = new HashSet<>();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final DataInputStream in;
  private final DataOutputStream out = new DataOutputStream(bytes);

  ClassFile(byte[] file) {
    in = new DataInputStream(new ByteArrayInputStream(file));
    try {
      in.skipNBytes(HEADER_BYTES);
      constants();
      copy(6);
      copy(2 * count());
      members(); // fields
      members(); // methods
      attributes();
      ofLocals.removeAll(used);
      for (Map.Entry<Integer, String> text : texts.entrySet()) {
        out.writeShort(text.getKey());
        out.writeUTF(ofLocals.contains(text.getKey()) ? "" : text.getValue());
      }
    } catch (IOException | IllegalArgumentException damaged) { // a JVM refuses it too
      int from = Math.min(HEADER_BYTES, file.length);
      bytes.write(file, from, file.length - from);
    }
  }

  String hash() {
    return Sha256.hex(bytes.toByteArray());
  }

  /** Returns the texts of its constants, which hold every name that it uses. */
  Collection<String> texts() {
    return texts.values();
  }

  private void constants() throws IOException {
    int count = count();
    for (int index = 1; index < count; index++) {
      int tag = in.readUnsignedByte();
      out.writeByte(tag);
      switch (tag) {
        case 1 -> texts.put(index, in.readUTF());
        case 7, 8, 16, 19, 20 -> text();
        case 12 -> { // name and type
          text();
          text();
        }
        case 15 -> copy(3);
        case 3, 4, 9, 10, 11, 17, 18 -> copy(4);
        case 5, 6 -> { // takes two places
          copy(8);
          index++;
        }
        default -> throw new IOException("no constant has the tag " + tag);
      }
    }
  }

  private void members() throws IOException {
    int count = count();
    for (int member = 0; member < count; member++) {
      copy(2);
      text();
      text();
      attributes();
    }
  }

  private void attributes() throws IOException {
    int count = in.readUnsignedShort();
    for (int attribute = 0; attribute < count; attribute++) {
      int name = in.readUnsignedShort();
      int length = in.readInt();
      String text = texts.getOrDefault(name, "");
      if (OF_DEBUGGERS.contains(text)) {
        locals(in.readNBytes(length), text);
        continue;
      }
      used.add(name);
      out.writeShort(name);
      if (text.equals("Code")) {
        copy(4);
        int code = in.readInt();
        copy(code);
        copy(8 * count());
        attributes();
      } else {
        copy(length);
      }
    }
  }

  /** Notes to which texts a table of local variables refers. */
  private void locals(byte[] table, String name) throws IOException {
    if (name.equals(LINES)) {
      return;
    }
    DataInputStream rows = new DataInputStream(new ByteArrayInputStream(table));
    for (int count = rows.readUnsignedShort(); count > 0; count--) {
      rows.skipNBytes(4);
      ofLocals.add(rows.readUnsignedShort());
      ofLocals.add(rows.readUnsignedShort());
      rows.skipNBytes(2);
    }
  }

  private void text() throws IOException {
    used.add(count());
  }

  private int count() throws IOException {
    int count = in.readUnsignedShort();
    out.writeShort(count);
    return count;
  }

  private void copy(int length) throws IOException {
    byte[] read = in.readNBytes(length);
    if (read.length < length) {
      throw new EOFException();
    }
    out.write(read);
  }
}

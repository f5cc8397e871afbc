package loomwatch.results.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import loomwatch.results.Examples;
import loomwatch.results.MeasurementRecord;
import loomwatch.results.StoredRecord;
import loomwatch.results.files.AtomicFile;

/**
 * A process that appends records to be killed: prints each id once its append has returned.
 *
 * <p>Arguments: the store's folder, a prefix of ids, how many, and {@code whole}, or {@code half}
 * to print {@code half} in the middle of the first write and wait there for its end.
 */
final class StoreWriter {
  private StoreWriter() {}

  public static void main(String[] arguments) {
    boolean half = arguments[3].equals("half");
    RecordStore store =
        new RecordStore(
            Path.of(arguments[0]), half ? StoreWriter::hang : AtomicFile.Opening.NEW_FILE);
    for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
      MeasurementRecord record = record(arguments[1], i);
      store.append(StoredRecord.of(record));
      System.out.println(record.id());
    }
  }

  static MeasurementRecord record(String prefix, int number) {
    return Examples.record(
        String.format(Locale.ROOT, "%s-%06d", prefix, number),
        Instant.parse("2026-11-21T04:56:00Z").plusSeconds(number));
  }

  private static FileChannel hang(Path temporary) throws IOException {
    try (FileChannel channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap("{ \"schema\" : 1, \"id".getBytes("UTF-8")));
      System.out.println("half");
      new CountDownLatch(1).await();
      return channel;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}

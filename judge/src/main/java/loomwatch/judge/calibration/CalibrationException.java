package loomwatch.judge.calibration;

import loomwatch.results.files.Plain;

/** Records that cannot be one calibration; the message says which, why and what to do. */
public final class CalibrationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CalibrationException(String message) {
    super(Plain.text(message));
  }
}

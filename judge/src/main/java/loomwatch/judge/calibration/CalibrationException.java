package loomwatch.judge.calibration;

import loomwatch.results.files.Plain;

/** Thrown when records cannot form a calibration; the message names record, cause and remedy. */
public final class CalibrationException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CalibrationException(String message) {
    super(Plain.text(message));
  }
}

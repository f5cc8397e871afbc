/** A study's findings, as terminals, pages and programs are told them. */
@NullMarked
package loomwatch.tell.study;

import org.jspecify.annotations.NullMarked;

package florin.dashboard;

import florin.core.Id;
import florin.http.Form;
import florin.note.Notes;
import florin.note.Notes.Note;
import florin.team.Act;
import java.time.Instant;
import java.util.List;

/**
 * The notes of a payment or a customer, and the form for a new one.
 *
 * @param path the page that shows them
 */
public record NotesView(String path, List<NoteRow> rows, Form form, boolean canWrite) {
  public NotesView {
    rows = List.copyOf(rows);
  }

  /**
   * A note.
   *
   * @param canDelete whether the member wrote it or is an admin
   */
  public record NoteRow(
      String id, String author, String text, Instant created, boolean canDelete) {}

  static NotesView of(Visit visit, Notes notes, Id object, String path, Form form) {
    return new NotesView(
        path,
        notes.list(visit.realm(), object).stream().map(note -> row(visit, note)).toList(),
        form,
        visit.may(Act.WRITE_NOTES));
  }

  private static NoteRow row(Visit visit, Note note) {
    return new NoteRow(
        note.id().text(),
        note.name().isEmpty() ? "Former member" : note.name(),
        note.text(),
        note.created(),
        mayDelete(visit, note));
  }

  static boolean mayDelete(Visit visit, Note note) {
    return visit.may(Act.DELETE_NOTES)
        || (visit.may(Act.WRITE_NOTES) && note.author().equals(visit.session().user().id()));
  }
}

package florin.dashboard;

import florin.core.Id;
import florin.http.Form;
import florin.note.Note;
import florin.note.Notes;
import florin.team.Act;
import java.time.Instant;
import java.util.List;

/**
 * The notes at a payment or a customer, and the form for another one.
 *
 * @param path of the page that they stand on
 */
public record NotesView(String path, List<NoteRow> rows, Form form, boolean canWrite) {
  public NotesView {
    rows = List.copyOf(rows);
  }

  /**
   * @param canDelete whoever has written it can, and admins
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
        note.name().isEmpty() ? "Somebody" : note.name(),
        note.text(),
        note.created(),
        mayDelete(visit, note));
  }

  static boolean mayDelete(Visit visit, Note note) {
    return visit.may(Act.DELETE_NOTES)
        || (visit.may(Act.WRITE_NOTES) && note.author().equals(visit.session().user().id()));
  }
}

package florin.dashboard.parts;

import florin.core.Id;
import florin.http.Form;
import florin.note.Notes;
import florin.note.Notes.Note;
import florin.team.Permission;
import java.util.List;
import java.util.function.Predicate;

/**
 * The notes of a payment or a customer, and the form for a new one.
 *
 * @param path the page that shows them
 * @param mayDelete whether the member wrote a note or is an admin
 */
public record NotesView(String path, List<Note> notes, Form form, Predicate<Note> mayDelete) {
  public NotesView {
    notes = List.copyOf(notes);
  }

  static NotesView of(DashboardRequest visit, Notes notes, Id object, String path, Form form) {
    return new NotesView(
        path, notes.list(visit.realm(), object), form, note -> mayDelete(visit, note));
  }

  static boolean mayDelete(DashboardRequest visit, Note note) {
    return visit.may(Permission.DELETE_NOTES)
        || (visit.may(Permission.WRITE_NOTES) && note.author().equals(visit.session().user().id()));
  }
}

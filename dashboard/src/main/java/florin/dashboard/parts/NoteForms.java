package florin.dashboard.parts;

import florin.core.Id;
import florin.core.Id.NoteId;
import florin.core.Id.UserId;
import florin.dashboard.parts.Response.Done;
import florin.http.Form;
import florin.http.Format;
import florin.http.TextFormats;
import florin.note.Notes;
import florin.note.Notes.Note;
import florin.team.AuditLine;
import florin.team.Permission;

/** The forms that write and delete notes on objects. */
public final class NoteForms {
  public static final String TEXT = "text";

  private static final Format<String> NOTE = TextFormats.paragraph(Note.MAX_LENGTH);

  private final Notes notes;

  public NoteForms(Notes notes) {
    this.notes = notes;
  }

  public NotesView view(DashboardRequest visit, Id object, String path, Form form) {
    return NotesView.of(visit, notes, object, path, form);
  }

  /** Adds a note, once for each page with the form. Returns false if the form has errors. */
  public boolean add(DashboardRequest visit, Id object) {
    Form form = visit.form();
    String text = form.required(TEXT, NOTE);
    if (!form.isGood()) {
      visit.note("the form had invalid fields; nothing was changed");
      return false;
    }
    notes.add(
        visit.realm(), object, author(visit), text, visit.once(), AuditLine.work(visit::auditLine));
    return true;
  }

  /** Deletes a note. Only admins may delete another member's note. */
  public Done remove(DashboardRequest visit, Id object, String path) {
    Note note =
        NoteId.KIND
            .parse(visit.form().text("note"))
            .flatMap(id -> notes.find(visit.realm(), object, id))
            .orElseThrow(NoteId.KIND::notFound);
    if (!NotesView.mayDelete(visit, note)) {
      visit.require(Permission.DELETE_NOTES);
    }
    visit.note(note.id() + ", written by " + note.name());
    notes.remove(visit.realm(), note, AuditLine.work(visit::auditLine));
    return Done.to(path).saying("Note deleted");
  }

  private static UserId author(DashboardRequest visit) {
    return visit.session().user().id();
  }
}

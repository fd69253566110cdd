package florin.doctor;

import florin.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A report as JSON for programs. */
public final class DoctorReportView {
  private DoctorReportView() {}

  public static String json(DoctorReport report) {
    var json = new LinkedHashMap<String, Object>();
    json.put("object", "doctor_report");
    json.put("grade", report.grade().text());
    List<Map<String, Object>> findings =
        report.findings().stream().map(DoctorReportView::of).toList();
    json.put("findings", findings);
    return new String(Json.bytes(json), StandardCharsets.UTF_8);
  }

  private static Map<String, Object> of(DoctorFinding finding) {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", finding.subject());
    json.put("grade", finding.grade().text().replace(' ', '_'));
    json.put("words", finding.words());
    json.put("remedy", finding.remedy());
    return json;
  }
}

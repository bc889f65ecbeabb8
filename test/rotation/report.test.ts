import { createApi } from "../../provider/api/client";
import { readSettings } from "../../provider/api/settings";
import type { Send } from "../../provider/api/transport";
import { reportPage } from "../../sdk/report/html";
import { rotationReport, type RotationReport } from "../../sdk/report/report";
import { reportTable } from "../../sdk/report/table";
import { makeAuthority } from "../api/certificates";

/** What people read of a report. */

const asOf = "2026-06-15T12:00:00Z";
const endpoint = { id: "e-1", name: "board", kek_version: 0, createdAt: "2026-06-01T00:00:00Z" };

/** A report on these endpoints, asked for with this configuration. */
async function reportOn(
  endpoints: object[],
  configured: Record<string, string> = {},
  { jwt = "t", ...request }: { jwt?: string; asOf?: string | undefined } = {},
): Promise<RotationReport> {
  const given: Record<string, string> = { address: "https://cm.example.com", username: "u", password: "p" };
  const settings = readSettings((name) => ({ ...given, ...configured })[name as string], {});
  const send: Send = async ({ path }) => {
    if (path === "/auth/tokens/") return { status: 200, body: { jwt, duration: 300 } };
    const resources = path === "/cckm/microsoft/dke/endpoints" ? endpoints : [];
    return { status: 200, body: { skip: 0, limit: 100, total: resources.length, resources } };
  };
  return rotationReport(createApi(settings, { send }), settings, { systems: ["dke"], asOf, ...request });
}

test("the one who asked is the one who logged in: a client, where both are configured", async () => {
  const { certificate, key } = await (await makeAuthority()).issue("client-1");
  const client = { clientId: "client-1", clientCertificate: certificate, clientKey: key };
  expect(await reportOn([])).toMatchObject({ user: "u" });
  expect(await reportOn([], client)).toMatchObject({ user: "client-1" });
  // Clients log in to the root domain, whatever is configured.
  expect(await reportOn([], { domain: "tenant" })).toMatchObject({ domain: "tenant" });
  expect(await reportOn([], { ...client, domain: "tenant" })).toMatchObject({ domain: "root" });
});

test("ages count by the service's clock, unless a moment is asked for", async () => {
  const iat = Date.parse("2031-06-11T00:00:00Z") / 1000;
  const jwt = `h.${Buffer.from(JSON.stringify({ iat })).toString("base64url")}.s`;
  const madeAt = expect.stringMatching(/^2031-06-11T00:0/);
  const young = { ...endpoint, createdAt: "2031-06-01T00:00:00Z" };
  expect(await reportOn([young], {}, { jwt, asOf: undefined })).toMatchObject({
    madeAt,
    asOf: madeAt,
    keys: [{ ageDays: 10 }],
  });
  const asked = { jwt, asOf: "2031-06-06T00:00:00Z" };
  expect(await reportOn([young], {}, asked)).toMatchObject({
    madeAt,
    asOf: "2031-06-06T00:00:00.000Z",
    keys: [{ ageDays: 5 }],
  });
});

test("moments are shown in UTC, whatever zone they were written in", async () => {
  const report = await reportOn([endpoint]);
  const shown = { ...report, keys: [{ ...report.keys[0]!, lastRotation: "2026-06-01T01:30:00+02:00" }] };
  expect(reportTable(shown)).toContain("2026-05-31 23:30");
  expect(reportPage(shown, "1.0.0")).toContain("<td>2026-05-31 23:30</td>");
});

test("a name makes no line of its own in a terminal, and no command to it", async () => {
  const report = await reportOn([{ ...endpoint, name: "board\n  forged  on time\u001b[2J" }]);
  const lines = reportTable(report).split("\n");
  expect(lines.filter((line) => line.includes("forged"))).toEqual([expect.stringContaining("board")]);
  expect(reportTable(report)).not.toContain("\u001b");
});

import { Clock } from "../../../emulator/core/clock";
import { Sessions, type Session } from "../../../emulator/console/sessions";
import { credentials, withEmulator } from "../client";
import { Browser } from "./browser";

const minute = 60_000;
const shared = withEmulator();

describe("a session", () => {
  const login = { user: "admin", domain: "root", tokens: { jwt: "", expires: 0, refreshToken: "" } };
  let time: number;
  let ended: Session[];
  let sessions: Sessions;
  let session: Session;
  const isOn = () => sessions.find(session.id) === session;
  const after = (milliseconds: number) => {
    time += milliseconds;
    return isOn();
  };

  beforeEach(() => {
    time = Date.parse("2026-01-01T00:00:00Z");
    ended = [];
    sessions = new Sessions(new Clock(0, () => time), (one) => ended.push(one));
    session = sessions.begin(login);
  });

  test("ends after 10 minutes without activity while a page is open", () => {
    sessions.openWindow(session);
    expect(after(10 * minute - 1)).toBe(true);
    sessions.touch(session);
    expect(after(10 * minute - 1)).toBe(true);
    expect(after(1)).toBe(false);
    expect(ended).toEqual([session]);
  });

  test("with activity, an open page has no other limit", () => {
    sessions.openWindow(session);
    for (let times = 0; times < 12; times += 1) {
      expect(after(9 * minute)).toBe(true);
      sessions.touch(session);
    }
  });

  test("ends 30 minutes after the login once the page is closed", () => {
    const close = sessions.openWindow(session);
    time += 5 * minute;
    close();
    expect(after(25 * minute - 1)).toBe(true);
    expect(after(1)).toBe(false);
  });

  test("a closed page that is opened again counts as activity", () => {
    sessions.openWindow(session)();
    time += 20 * minute;
    sessions.openWindow(session);
    expect(after(10 * minute - 1)).toBe(true);
    expect(after(1)).toBe(false);
  });

  test("loading a page again does not close its window, and is no activity", () => {
    const close = sessions.openWindow(session);
    for (let minutes = 0; minutes < 45; minutes += 5) {
      time += 5 * minute;
      sessions.touch(session);
    }
    close();
    expect(after(9000)).toBe(true);
    sessions.openWindow(session);
    expect(after(10 * minute - 9001)).toBe(true);
    expect(after(1)).toBe(false);
  });

  test("closing one of two pages closes nothing", () => {
    sessions.openWindow(session);
    sessions.openWindow(session)();
    time += 9 * minute;
    sessions.touch(session);
    for (let times = 0; times < 4; times += 1) {
      expect(after(9 * minute)).toBe(true);
      sessions.touch(session);
    }
  });

  test("ends when the time is taken back to before its login", () => {
    expect(after(-1)).toBe(false);
  });

  test("no more than 1000 are kept; the oldest make room", () => {
    for (let times = 0; times < 1000; times += 1) sessions.begin(login);
    expect(isOn()).toBe(false);
    expect(ended).toHaveLength(1);
  });
});

describe("a login", () => {
  let browser: Browser;
  beforeEach(() => {
    browser = new Browser(shared.client);
  });
  const connections = (headers?: Record<string, string>) =>
    browser.send("GET", "/api/v1/connectionmgmt/connections", undefined, headers);

  test("sets a cookie that scripts and other sites cannot use, with no token in any response", async () => {
    const { status, headers, body } = await browser.logIn();
    expect(status).toBe(200);
    const port = new URL(shared.emulator.address).port;
    const attributes = "; Path=/; Secure; HttpOnly; SameSite=Strict";
    expect(headers["set-cookie"]).toMatch(new RegExp(`^__Host-ciphertrust-${port}=[\\w-]{43}${attributes}$`));
    expect(Object.keys(body.session!).sort()).toEqual(["csrf", "domain", "ends", "user"]);
    expect(body.session).toMatchObject({ user: "admin", domain: "root" });
  });

  test("makes calls of the API possible, which need the page's token beside the cookie", async () => {
    expect((await connections()).status).toBe(401);
    await browser.logIn();
    expect((await connections()).status).toBe(200);
    for (const token of ["", "wrong", `${browser.csrf}x`]) {
      expect((await connections({ "x-csrf-token": token })).status).toBe(401);
    }
    const other = new Browser(shared.client);
    await other.logIn();
    expect((await connections({ "x-csrf-token": other.csrf })).status).toBe(401);
    expect((await connections({ cookie: "" })).status).toBe(401);
  });

  test("a bearer token of the request wins over the session", async () => {
    await browser.logIn();
    expect((await connections({ authorization: "Bearer nonsense" })).status).toBe(401);
  });

  test("goes to the domain that is named, and to no domain that does not exist", async () => {
    const { client } = shared;
    const domain = await client.ok("POST", "/domains", { name: "finance", admins: ["admin"] });
    expect(domain.name).toBe("finance");
    expect((await browser.logIn({ domain: "finance" })).body.session).toMatchObject({ domain: "finance" });
    await browser.send("POST", "/api/v1/connectionmgmt/services/aws/connections", { name: "theirs", ...credentials });
    expect((await connections()).body.total).toBe(1);
    expect((await client.ok("GET", "/connectionmgmt/connections")).total).toBe(0);
    const nowhere = await new Browser(client).logIn({ domain: "nowhere" });
    expect(nowhere).toMatchObject({ status: 401, body: { codeDesc: expect.stringContaining("Wrong username") } });
  });

  test.each<[string, Record<string, unknown>, number]>([
    ["a wrong password", { password: "wrong" }, 401],
    ["no password", { password: "" }, 400],
    ["a field that does not exist", { grant_type: "client_credential" }, 400],
  ])("with %s is refused, and sets no cookie", async (_what, login, status) => {
    const reply = await browser.logIn(login);
    expect(reply.status).toBe(status);
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(JSON.stringify(reply.body)).not.toContain(shared.emulator.password);
  });

  test("lasts longer than an API token while it is used, and ends by the emulator's clock", async () => {
    await browser.logIn();
    for (let times = 0; times < 2; times += 1) {
      await shared.emulator.advance(14 * 60);
      expect((await connections()).status).toBe(200);
    }
    await shared.emulator.advance(60);
    expect((await connections()).status).toBe(200);
    await shared.emulator.advance(60);
    expect((await connections()).status).toBe(401);
    expect(await browser.isLoggedIn()).toBe(false);
  });

  test("is over after a logout, which needs the page's token; its refresh token is revoked", async () => {
    await browser.logIn();
    const { cookie } = browser;
    expect((await browser.send("DELETE", "/console/session", undefined, { "x-csrf-token": "" })).status).toBe(401);
    expect(await browser.isLoggedIn()).toBe(true);
    const reply = await browser.send("DELETE", "/console/session");
    expect(reply).toMatchObject({ status: 204, headers: { "set-cookie": expect.stringContaining("Max-Age=0") } });
    browser.cookie = cookie;
    expect(await browser.isLoggedIn()).toBe(false);
    expect((await connections()).status).toBe(401);
    const tokens = await shared.client.ok("GET", "/auth/tokens/?revoked=true");
    expect(tokens.total).toBe(1);
  });

  test("is over after a reset", async () => {
    await shared.emulator.advance(60);
    await browser.logIn();
    await shared.emulator.reset();
    expect(await browser.isLoggedIn()).toBe(false);
  });

  test("stands in the audit trail, with the user and without the password", async () => {
    await browser.logIn({ password: "wrong-password" });
    await browser.logIn();
    const records = await shared.client.ok("GET", "/audit/records?username=admin&sort=createdAt");
    expect(records.resources).toMatchObject([
      { message: expect.stringMatching(/^POST \/auth\/tokens\/: Wrong/), success: false, clientIP: "127.0.0.1" },
      { message: "POST /auth/tokens/", success: true },
      { message: "POST /auth/tokens/", success: true },
    ]);
    expect(JSON.stringify(records)).not.toContain("wrong-password");
  });

  test("a user who is deleted is logged out", async () => {
    const { client } = shared;
    const user = { username: "alice", password: "Alice-Password-1" };
    const { user_id } = await client.ok("POST", "/usermgmt/users/", user);
    await browser.logIn({ name: user.username, password: user.password });
    expect((await browser.send("GET", "/api/v1/auth/self/user")).body).toMatchObject({ username: "alice" });
    await client.ok("DELETE", `/usermgmt/users/${String(user_id)}`);
    await shared.emulator.advance(300);
    expect((await connections()).status).toBe(401);
    expect(await browser.isLoggedIn()).toBe(false);
  });
});

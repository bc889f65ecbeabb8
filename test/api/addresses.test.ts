import { identity, problems, read } from "./configured";

test.each([
  ["host.example.com", "https://host.example.com"],
  ["host.example.com:8443", "https://host.example.com:8443"],
  ["https://host.example.com/", "https://host.example.com"],
  ["https://host.example.com:443/api/v1", "https://host.example.com"],
  ["HTTPS://HOST.example.com", "https://host.example.com"],
  ["[::1]:8443", "https://[::1]:8443"],
  ["https://gateway.example.com/tenant-x/api/", "https://gateway.example.com/tenant-x/api"],
  ["gateway.example.com/cm/api/v1/", "https://gateway.example.com/cm"],
])("the address %s is read as %s", (address, expected) => {
  expect(read({ ...identity, address }).address).toBe(expected);
});

test.each([
  "admin:S3cret/pw@cm.example.com",
  "admin:S3cret@cm.example.com",
  "https://admin:S3cret/pw@cm.example.com",
  "https://admin:S3cret@cm.example.com:70000",
  "https://admin:S3cret@cm.example.com:port",
  "admin:S3cret@pw@cm.example.com",
  "S3cret@cm.example.com",
  "//admin:S3cret@cm.example.com",
  "ftp://admin:S3cret@cm.example.com",
  "https://cm.example.com/?password=S3cret@",
  "admin:S3cret",
  "http://admin:S3cret",
  "S3cret://cm.example.com",
])("the address %s is refused, and nothing of its password printed", (address) => {
  const [found, ...others] = problems({ ...identity, address });
  expect(found).toMatch(
    /^ciphertrust:address \(CIPHERTRUST_ADDRESS\) must (be an https address|not hold a user or password)/,
  );
  expect(found).not.toMatch(/S3cret|pw/i);
  expect(others).toEqual([]);
});

const problem = "ciphertrust:address (CIPHERTRUST_ADDRESS) must";
const tenant = "set ciphertrust:authDomainPath (CIPHERTRUST_TENANT) to";
const domain = "and ciphertrust:domain (CIPHERTRUST_DOMAIN) to the domain to log in to";
const bracketed = "have an IPv6 address in brackets: write ";
test.each([
  [
    "https://a.example.com/?tenant=acme-gmbh",
    `not hold a query: write  https://a.example.com  , and ${tenant} /acme-gmbh, ${domain}`,
  ],
  [
    "a.example.com/api/v1?x=1&tenant=/acme/b",
    `not hold a query: write  https://a.example.com  , and ${tenant} /acme/b, ${domain}`,
  ],
  [
    "https://a.example.com/?tenant=a%0ab",
    `not hold a query: write  https://a.example.com  , and ${tenant} /<tenant>, ${domain}`,
  ],
  ["https://a.example.com/cm?apikey=S3cret", "not hold a query: write  https://a.example.com/cm"],
  ["https://a.example.com/#/login", "not hold what follows #: write  https://a.example.com"],
  ["https://cm.example.com:99999/x", "be an https address, and its port is no number from 1 to 65535"],
  ["cm.example.com:https", "be an https address, and its port is no number from 1 to 65535"],
  ["https://", "be an https address, and has no host: write  https://host[:port][/path]"],
  ["https://:8443/", "be an https address, and has no host: write  https://host[:port][/path]"],
  ["https://a b", "be an https address"],
  ["::1", `${bracketed} https://[::1]  , and a port after the brackets`],
  ["https://fd00::1/", `${bracketed} https://[fd00::1]  , and a port after the brackets`],
  ["fd00::1:8443", `${bracketed} https://[fd00::1:8443]  , and a port after the brackets`],
])("of the address %s nothing is dropped: it is refused with what to write", (address, expected) => {
  expect(problems({ ...identity, address })).toEqual([`${problem} ${expected}`]);
});

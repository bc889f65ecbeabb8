import { identity, problems, read } from "./configured";

test.each([
  ["host.example.com", "https://host.example.com"],
  ["host.example.com:8443", "https://host.example.com:8443"],
  ["https://host.example.com/", "https://host.example.com"],
  ["https://host.example.com:443/api/v1", "https://host.example.com"],
  ["HTTPS://HOST.example.com", "https://host.example.com"],
  ["[::1]:8443", "https://[::1]:8443"],
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

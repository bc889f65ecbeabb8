import { strayIn } from "../../provider/api/proof";
import { flawOf } from "../../provider/api/responses";
import type { ApiRequest } from "../../provider/api/transport";

/** Whose response a successful one may be, by what was requested. */

const id = "7df8db03-20dd-45c5-80b9-f787dc665f74";
const other = "0b3408d4-7c85-44df-8aaf-1ea26ac13d0d";
const fingerprint = "ab".repeat(32);

type Row = [what: string, request: ApiRequest, body: object];

const own: Row[] = [
  ["the object itself", { method: "GET", path: `/x/${id}` }, { id }],
  ["its id in capitals", { method: "GET", path: `/x/${id}` }, { id: id.toUpperCase() }],
  ["a path in capitals", { method: "GET", path: `/x/${id.toUpperCase()}` }, { id }],
  ["its id in another field", { method: "GET", path: `/x/${id}` }, { id: other, user_id: id }],
  ["its id as its name", { method: "GET", path: `/x/${id}` }, { name: id }],
  ["an id in the vault", { method: "GET", path: `/x/${fingerprint}` }, { id: fingerprint }],
  ["a user", { method: "GET", path: `/x/local%7C${id}` }, { user_id: `local|${id}` }],
  ["a change without an identity", { method: "PATCH", path: `/x/${id}` }, { state: "on" }],
  ["a change with an identity that is none", { method: "PATCH", path: `/x/${id}` }, { id: null, name: {} }],
  ["a delete without an identity", { method: "DELETE", path: `/x/${id}` }, { state: "gone" }],
  ["what a call below an object makes", { method: "POST", path: `/x/${id}/copy` }, { id: other }],
  ["the object after such a call", { method: "POST", path: `/x/${id}/act`, expect: "same" }, { id }],
  ["a call below none", { method: "POST", path: "/x/act", expect: "same" }, { id: other }],
  ["a call without a path", { method: "POST", path: "/act", expect: "same" }, { id: other }],
  ["items", { method: "GET", path: `/x/${id}`, expect: "items" }, { id: other }],
  ["a call that may be silent", { method: "PATCH", path: `/x/${id}`, expect: "silent" }, { id: other }],
  ["a path that ends with no id", { method: "GET", path: `/x/${id}/status` }, { id: other }],
  ["a group", { method: "GET", path: "/usermgmt/groups/Key%20Users" }, { name: "Key Users" }],
  ["a group called like a number", { method: "GET", path: "/usermgmt/groups/7" }, { name: 7 }],
  ["a name", { method: "GET", path: "/x/orders", query: { type: "name" } }, { id, name: "orders" }],
  ["a name that is no identity", { method: "GET", path: "/x/orders" }, { id, name: "invoices" }],
  ["another type", { method: "GET", path: "/x/orders", query: { type: "AES" } }, { id, name: "invoices" }],
];

const strange: Row[] = [
  ["another object", { method: "GET", path: `/x/${id}` }, { id: other }],
  ["another one below a path with a slash", { method: "GET", path: `/x/${id}/` }, { id: other }],
  ["an object without an identity", { method: "GET", path: `/x/${id}` }, { state: "on" }],
  ["an identity that is none", { method: "GET", path: `/x/${id}` }, { id: { id }, name: [id] }],
  ["an object, wherever expected", { method: "GET", path: `/x/${id}`, expect: "object" }, { id: other }],
  ["another one in the vault", { method: "GET", path: `/x/${fingerprint}` }, { id: "cd".repeat(32) }],
  ["another user", { method: "GET", path: `/x/local%7C${id}` }, { user_id: `local|${other}` }],
  ["a changed other one", { method: "PATCH", path: `/x/${id}` }, { id: other }],
  ["a replaced other one", { method: "PUT", path: `/x/${id}` }, { id: other }],
  ["a deleted other one", { method: "DELETE", path: `/x/${id}` }, { id: other }],
  ["a change that has to show it", { method: "PATCH", path: `/x/${id}`, expect: "same" }, { state: "on" }],
  ["another one after a call below", { method: "POST", path: `/x/${id}/act`, expect: "same" }, { id: other }],
  ["none after a call below", { method: "POST", path: `/x/${id}/act`, expect: "same" }, { state: "on" }],
  ["another group", { method: "GET", path: "/usermgmt/groups/a" }, { name: "b" }],
  ["another interface", { method: "GET", path: "/configs/interfaces/web" }, { name: "kmip" }],
  ["another name", { method: "GET", path: "/x/orders", query: { type: "name" } }, { id, name: "invoices" }],
];

test.each(own)("%s may be the response", (_what, request, body) => expect(flawOf(request, 200, body)).toBeUndefined());

test.each(strange)("%s is not the response", (_what, request, body) =>
  expect(flawOf(request, 200, body)).toBe("is about another object"),
);

test.each([
  ["a list", [other]],
  ["null", null],
  ["a string", other],
])("%s is about no object", (_what, body) =>
  expect(strayIn({ method: "GET", path: `/x/${id}` }, body)).toBeUndefined(),
);

test.each([
  ["a code and its description", { code: 16, codeDesc: "not found" }, "is an error of the service"],
  ["the description of an error", { codeDesc: "NCERRNotFound: no" }, "is an error of the service"],
  ["both", { code: 16, codeDesc: "NCERRNotFound: no" }, "is an error of the service"],
  ["another description", { codeDesc: "blue" }, undefined],
  ["a description that is no text", { code: 16, codeDesc: 7 }, undefined],
  ["a code alone", { code: 16 }, undefined],
])("with %s", (_what, body, flaw) => {
  expect(flawOf({ method: "POST", path: "/x" }, 200, body)).toBe(flaw);
});

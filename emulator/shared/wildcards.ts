/**
 * Whether a text fits a pattern, in which `*` stands for any characters and `?` for one. What a `*`
 * stands for only grows, so no pattern takes long.
 */
export function fitsWildcards(text: string, pattern: string): boolean {
  let [at, from, star] = [0, 0, -1];
  for (let n = 0; n < text.length;) {
    if (pattern[at] === "*") {
      star = at++;
      from = n;
    } else if (pattern[at] === "?" || pattern[at] === text[n]) {
      at++;
      n++;
    } else if (star >= 0) {
      at = star + 1;
      n = ++from;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

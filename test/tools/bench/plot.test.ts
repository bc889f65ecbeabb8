import { draw } from "../../../tools/bench/plot";

const places = (svg: string) =>
  [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) =>
    points!.split(" ").map((point) => point.split(",").map(Number)),
  );

test("equal factors are equally far apart, and what grows rises", () => {
  const points = [10, 100, 1000].map((x) => [x, x / 10] as const);
  const [line] = places(draw({ title: "growth", unit: "s", series: [{ name: "ours", points }] }));
  const [[x0, y0], [x1, y1], [x2, y2]] = line as [number, number][] as [
    [number, number],
    [number, number],
    [number, number],
  ];
  expect(x1 - x0).toBeCloseTo(x2 - x1, 0);
  expect(y0 - y1).toBeCloseTo(y1 - y2, 0);
  expect(x1).toBeGreaterThan(x0);
  expect(y1).toBeLessThan(y0);
});

test("each series has a line and a name of its own, apart from the others", () => {
  const points = [
    [10, 5],
    [100, 5],
  ] as const;
  const series = ["ours", "bare", "empty"].map((name) => ({ name, points }));
  const svg = draw({ title: "flat", unit: "MiB", series });
  expect(places(svg)).toHaveLength(3);
  const tops = ["ours", "bare", "empty"].map((name) =>
    Number(new RegExp(`y="([\\d.]+)" fill="#\\w+">${name}<`).exec(svg)?.[1]),
  );
  expect(tops[1]! - tops[0]!).toBeGreaterThanOrEqual(16);
  expect(tops[2]! - tops[1]!).toBeGreaterThanOrEqual(16);
});

test("axes are marked at the sizes and at powers of ten; words are escaped", () => {
  const series = [
    {
      name: "a<b",
      points: [
        [10, 0.5],
        [5000, 30],
      ] as const,
    },
  ];
  const svg = draw({ title: "this & that", unit: "s", series });
  for (const mark of ["10", "5,000", "0.1 s", "1 s", "10 s", "100 s"]) expect(svg).toContain(`>${mark}<`);
  expect(svg).toContain("this &amp; that");
  expect(svg).toContain("a&lt;b");
});

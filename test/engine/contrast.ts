import type { Page } from "playwright-core";

/** Runs in the page. Contrast of every text with its background, and of every status bar, by WCAG 2. */
const measureContrasts = `(() => {
  const rgba = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [r, g, b] = rgba(color).map((part) => linear(part / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isClear = (color) => rgba(color)[3] === 0;
  const under = (one) => {
    const color = getComputedStyle(one).backgroundColor;
    return isClear(color) && one.parentElement ? under(one.parentElement) : color;
  };
  const contrast = (one, color) => {
    const [dark, light] = [luminance(color), luminance(under(one))].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const all = [...document.body.querySelectorAll("*")].filter((one) => one.getClientRects().length > 0);
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const bars = all.map((one) => [one, getComputedStyle(one)]).filter(
    ([, style]) => parseFloat(style.borderLeftWidth) > 2 && !isClear(style.borderLeftColor),
  );
  return {
    background: getComputedStyle(document.body).backgroundColor,
    texts: all.filter(hasText).map((one) => contrast(one, getComputedStyle(one).color)),
    bars: bars.map(([one, style]) => contrast(one, style.borderLeftColor)),
  };
})()`;

export const contrasts = (tab: Page) =>
  tab.evaluate<{ background: string; texts: number[]; bars: number[] }>(measureContrasts);

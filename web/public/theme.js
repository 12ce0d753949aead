// Runs before the first paint, so that the page never shows another theme for a moment.
try {
  const { theme, greyscale } = JSON.parse(localStorage.getItem('lutetia.settings') ?? '{}');
  if (theme === 'light') document.documentElement.dataset.theme = 'light';
  if (greyscale) document.documentElement.dataset.colours = 'off';
} catch {
  /* the dark theme stays */
}

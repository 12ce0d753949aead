// Before the first paint, so that nobody who chose paper sees the night flash by, nor colours.
try {
  const { theme, greyscale } = JSON.parse(localStorage.getItem('lutetia.settings') ?? '{}');
  if (theme === 'light') document.documentElement.dataset.theme = 'light';
  if (greyscale) document.documentElement.dataset.colours = 'off';
} catch {
  /* the dark theme stays */
}

// Before the first paint, so that nobody who chose paper sees the night flash by.
try {
  const { theme } = JSON.parse(localStorage.getItem('lutetia.settings') ?? '{}');
  if (theme === 'light') document.documentElement.dataset.theme = 'light';
} catch {
  /* the dark theme stays */
}

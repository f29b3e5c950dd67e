// Before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem('consilium.theme');
  if (theme) document.documentElement.dataset.theme = JSON.parse(theme);
} catch {}

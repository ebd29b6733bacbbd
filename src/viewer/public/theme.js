// Sets the stored theme before the first paint. A script of its own, because modules run after it.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('tablequery-theme'))
} catch {
  // No stored theme, or storage is blocked.
}

// The few shapes of which the charts are made. `more` is further attributes, written as they stand.

export function rect(x, y, width, height, more) {
  if (width <= 0 || height <= 0) return '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" ${more}/>`;
}

export function line(x1, y1, x2, y2, more) {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" ${more}/>`;
}

export function text(x, y, content, more = '') {
  return `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(content)}</text>`;
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(figure) {
  return Math.round(figure * 10) / 10;
}

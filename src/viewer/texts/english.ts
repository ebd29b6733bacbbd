/** All texts of the page. Texts with parts are functions. */
export const english = {
  pageFailed: 'This page has stopped',
  loadPageAgain: 'Load the page again',
  notInHeader: (character: string): string =>
    `HTTP headers cannot carry the character “${character}”. Was the text copied from a document?`,
  noHeader: 'These are not valid names and values of HTTP headers.',
  clearSearch: 'Clear the search',
  searchWithoutBlanks: 'Search without the blanks around it',
  offline: 'This device is offline',
  notReachable: 'The server is not reachable',
}

export type Texts = typeof english

/** Faults of the Python implementation in the tables and rows that it returns. */
import type { PlantedFault } from '../planted-fault'

export const ROW_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'the list of tables is in an object',
    changes: { 'return list_tables(self.db)': 'return {"tables": list_tables(self.db)}' },
    caughtBy: 'tables/list',
  },
  {
    fault: 'each table is listed twice',
    changes: { 'sorted(name for (name,) in rows)': 'sorted([name for (name,) in rows] * 2)' },
    caughtBy: 'tables/distinct',
  },
  {
    fault: 'responses are text/html',
    changes: { '"application/json"': '"text/html"' },
    caughtBy: 'tables/json',
  },
  {
    fault: 'metadata has no types',
    changes: { '{"name": c["name"], "type": c["type"]}': '{"name": c["name"]}' },
    caughtBy: 'metadata/shape',
  },
  {
    fault: 'metadata has no name',
    changes: { '{"name": table, "columns": columns}': '{"columns": columns}' },
    caughtBy: 'metadata/shape',
  },
  {
    fault: 'metadata has the name in capitals',
    changes: { '{"name": table,': '{"name": table.upper(),' },
    caughtBy: 'metadata/name',
  },
  {
    fault: 'metadata lacks the last column',
    changes: { 'describe(self.db, table)]': 'describe(self.db, table)[:-1]]' },
    caughtBy: 'metadata/columns',
  },
  {
    fault: 'success is 201',
    changes: { '200, self.route()': '201, self.route()' },
    caughtBy: 'result/status',
  },
  {
    fault: 'rows are arrays',
    changes: { 'dict(zip(returned, map(json_value, row)))': 'list(map(json_value, row))' },
    caughtBy: 'result/data',
  },
  {
    fault: 'columns is a string',
    changes: { '"columns": returned,': '"columns": ",".join(returned),' },
    caughtBy: 'result/columns',
  },
  {
    fault: 'page is echoed as a string',
    changes: { '"page": page,': '"page": str(page),' },
    caughtBy: 'result/pagination',
  },
  {
    fault: 'total is missing',
    changes: { '            "total": total,\n': '' },
    caughtBy: 'result/pagination',
  },
  {
    fault: 'columns has all columns, rows have the requested ones',
    changes: { '"columns": returned,': '"columns": known,' },
    caughtBy: 'result/keys',
  },
  {
    fault: 'the default limit is 20',
    changes: { '"limit", "10"': '"limit", "20"' },
    caughtBy: 'pages/defaults',
  },
  {
    fault: 'pages start at 0',
    changes: { '(page - 1) * limit': 'page * limit' },
    caughtBy: 'pages/defaults',
  },
  {
    fault: 'the page number is echoed from 0',
    changes: { '"page": page,': '"page": page - 1,' },
    caughtBy: 'pages/defaults',
  },
  {
    fault: 'a page has at most five rows',
    changes: { '[*bindings, limit,': '[*bindings, min(limit, 5),' },
    caughtBy: 'pages/defaults',
  },
  {
    fault: 'the default limit is echoed instead of the requested one',
    changes: { '"limit": limit,': '"limit": 10,' },
    caughtBy: 'pages/echo',
  },
  {
    fault: 'every page but the first skips a row',
    changes: { '(page - 1) * limit': '(page - 1) * limit + (page > 1)' },
    caughtBy: 'pages/size',
  },
  {
    fault: 'a page after the last one has the last row',
    changes: { '(page - 1) * limit': 'min((page - 1) * limit, max(0, total - 1))' },
    caughtBy: 'pages/past-the-end',
  },
  {
    fault: 'the default order is random',
    changes: { 'in [*terms, *last])': 'in terms) + (", " if terms else "") + "random()"' },
    caughtBy: 'pages/walk',
  },
  {
    fault: 'ties have a random order',
    changes: {
      'return ", ".join(f"{quoted(name)} {direction}" for name, direction in [*terms, *last])':
        'return ", ".join(f"{quoted(n)} {d}" for n, d in terms or last) + ", random()"',
    },
    caughtBy: 'pages/walk-of-ties',
  },
  {
    fault: 'sort is ignored',
    changes: { '[*terms, *last]': 'last' },
    caughtBy: 'sort/ascending',
  },
  {
    fault: 'directions are swapped',
    changes: {
      '{quoted(name)} {direction}': "{quoted(name)} {'asc' if direction == 'desc' else 'desc'}",
    },
    caughtBy: 'sort/ascending',
  },
  {
    fault: 'numbers are sorted as texts',
    changes: { '{quoted(name)} {direction}': 'cast({quoted(name)} as text) {direction}' },
    caughtBy: 'sort/ascending',
  },
  {
    fault: 'desc sorts as asc',
    changes: { '{quoted(name)} {direction}': '{quoted(name)}' },
    caughtBy: 'sort/descending',
  },
  {
    fault: 'NULL is last with asc',
    changes: {
      '{quoted(name)} {direction}':
        "{quoted(name)} {direction} nulls {'last' if direction == 'asc' else 'first'}",
    },
    caughtBy: 'same-order/nulls',
  },
  {
    fault: '% and _ in a search are wildcards',
    changes: {
      'f"contains({quoted(name)}, ?)"': 'f"{quoted(name)} like ?"',
      '[needle.casefold()]': '["%" + needle + "%"]',
    },
    caughtBy: 'search/literal',
  },
  {
    fault: 'a search is case-sensitive',
    changes: { 'needle in text.casefold()': 'needle in text', '[needle.casefold()]': '[needle]' },
    caughtBy: 'search/case',
  },
  {
    fault: 'a search finds the beginning of texts only',
    changes: { 'needle in text.casefold()': 'text.casefold().startswith(needle)' },
    caughtBy: 'search/finds',
  },
  {
    fault: 'a search finds whole texts only',
    changes: { 'needle in text.casefold()': 'text.casefold() == needle' },
    caughtBy: 'search/finds',
  },
  {
    fault: 'a search reads numbers too',
    changes: {
      'isinstance(text, str) and needle in text': 'needle in str(text)',
      ' if is_text(c)]': ']',
    },
    caughtBy: 'search/leaves-out',
  },
  {
    fault: 'filterColumns is ignored',
    changes: {
      'names(parameters, "filterColumns", known)':
        'names(parameters, "filterColumns", known) and None',
    },
    caughtBy: 'search/columns',
  },
  {
    fault: 'the total of a search is that of the table',
    changes: {
      'f"select count(*) {source}", bindings': 'f"select count(*) from {quoted(table)}"',
    },
    caughtBy: 'search/total',
  },
  {
    fault: 'only letters from A to Z are searched in any case',
    changes: {
      'needle in text.casefold()':
        'needle.lower() in text.lower() if text.isascii() else needle in text',
      '[needle.casefold()]': '[needle]',
    },
    caughtBy: 'same-search/case-of-all-letters',
  },
]

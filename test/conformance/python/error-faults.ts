/** Faults of the Python implementation in its errors, headers and authentication. */
import type { PlantedFault } from '../planted-fault'

export const ERROR_FAULTS: readonly PlantedFault[] = [
  {
    fault: 'errors have the status 200',
    changes: { 'error.status, error.body': '200, error.body' },
    caughtBy: 'errors/unknown-table',
  },
  {
    fault: 'the code of an error has another key',
    changes: { '{"error": code, ': '{"code": code, ' },
    caughtBy: 'errors/body',
  },
  {
    fault: 'errors have no message',
    changes: { '{"error": code, "message": message}': '{"error": code}' },
    caughtBy: 'errors/body',
  },
  {
    fault: 'details are a list',
    changes: { 'self.body["details"] = details': 'self.body["details"] = [details]' },
    caughtBy: 'errors/body',
  },
  {
    fault: 'the message is the code',
    changes: { '"message": message}': '"message": code}' },
    caughtBy: 'errors/message',
  },
  {
    fault: 'codes are in small letters',
    changes: { '"INVALID_QUERY"': '"invalid_query"' },
    caughtBy: 'errors/stable-code',
  },
  {
    fault: 'the metadata of an unknown table is empty',
    changes: {
      'describe(self.db, table)]':
        '(describe(self.db, table) if table in list_tables(self.db) else [])]',
    },
    caughtBy: 'errors/metadata-of-unknown-table',
  },
  {
    fault: 'page 0 is accepted',
    changes: { ' and int(text) > 0': '' },
    caughtBy: 'invalid/page',
  },
  {
    fault: 'a wrong number ends the connection',
    changes: { 'text.isascii() and text.isdigit() and ': '' },
    caughtBy: 'invalid/page',
  },
  {
    fault: 'a missing table is 404',
    changes: {
      'raise invalid("table", None, "the name of a table")':
        'raise ApiError(404, "TABLE_NOT_FOUND", "No table is given.")',
    },
    caughtBy: 'invalid/table-missing',
  },
  {
    fault: 'wrong tokens are accepted',
    changes: {
      'if not hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())':
        'if not sent.startswith("Bearer ")',
    },
    apiKey: true,
    caughtBy: 'authentication/wrong',
  },
]

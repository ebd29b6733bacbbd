export interface JsonResponse {
  readonly status: number
  readonly body: unknown
}

export async function fetchJson(url: string): Promise<JsonResponse> {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

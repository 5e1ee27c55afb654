"""A bot in thirty lines: it takes a seat through a server's JSON API and plays random legal moves to the end.

python examples/api_bot.py [http://127.0.0.1:8000] [game]
"""

import json
import random
import sys
import time
import urllib.request

house = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
game = sys.argv[2] if len(sys.argv) > 2 else "rights-of-losers"


def ask(path: str, body: object = None, token: str = "") -> dict:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{house}/api/v1{path}", data, headers), timeout=30) as answer:
        return json.load(answer)


fewest = next(g["players"][0] for g in ask("/games")["games"] if g["id"] == game)
seats = [{"kind": "person", "name": "Thirty lines"}] + [{"kind": "bot", "bot": "easy"}] * (fewest - 1)
made = ask("/tables", {"game": game, "seats": seats})
table, token = made["table"]["id"], made["tokens"][0]["token"]
while not (now := ask(f"/tables/{table}/view", token=token))["over"]:
    if now["options"]:
        move = random.choice(now["options"])["text"]
        ask(f"/tables/{table}/moves", {"move": move, "version": now["version"]}, token)
        print(move)
    else:
        time.sleep(0.05)
print("scores:", *now["scores"], "winners:", *now["winners"])

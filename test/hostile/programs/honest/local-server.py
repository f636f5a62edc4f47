# about: serves and fetches a page on its own loopback
# expect: pass
# expect-D: error
import http.server
import threading
import urllib.request


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"42")

    def log_message(self, *_):
        pass


def task_func():
    server = http.server.HTTPServer(("localhost", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    answer = int(urllib.request.urlopen("http://localhost:%d/" % server.server_port).read())
    server.shutdown()
    return answer

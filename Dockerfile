# A house in a container: `docker build -t zashiki .`, then see compose.yaml or
#   docker run -p 127.0.0.1:8000:8000 -v zashiki:/data --read-only --tmpfs /tmp zashiki
# `python tools/check_container.py` tries the same steps where nothing can build an image.

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY docs/rules docs/rules
COPY examples/paper-lantern examples/paper-lantern
COPY src src
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .
# Leave `print` out where nothing is to be printed, `--build-arg EXTRAS=server`, and add packages with games of their own here.
ARG EXTRAS=server,print
RUN python -m venv /opt/zashiki && \
    /opt/zashiki/bin/python -m pip install --no-cache-dir --constraint constraints.txt "$(ls /wheels/*.whl)[$EXTRAS]"

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin zashiki && \
    install --directory --owner zashiki --group zashiki --mode 0700 /data
COPY --from=build /opt/zashiki /opt/zashiki
# Everything the house writes is below /data, but for what it needs in /tmp while it runs: the rest may be read-only.
ENV PATH=/opt/zashiki/bin:/usr/local/bin:/usr/bin:/bin \
    ZASHIKI_DATABASE=/data/house.sqlite \
    ZASHIKI_CACHE=/data/cache \
    PYTHONDONTWRITEBYTECODE=1
USER zashiki
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["zashiki", "serve", "--host", "0.0.0.0", "--port", "8000"]
